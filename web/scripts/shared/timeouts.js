// timeouts.js: every time limit and pause of the scripts, each with its unit in its name and its reason.
//
// start-check.js has its own limits: it must run where modules do not. packs.js keeps the limit of a pack.

// The worker

/** Downloads have no limit. Once every file is there, even a slow phone starts Python within seconds. */
export const PYTHON_START_LIMIT_MS = 60_000;
/** Pauses before the second and the third attempt to fetch a file of Python. */
export const DOWNLOAD_PAUSES_MS = [0, 500];
/** Python runs warm-up examples after this time without a request. */
export const WARMUP_REST_MS = 3_000;
/** A request would have to wait for a running example: a device that needs longer for one gets no warm-up. */
export const SLOW_EXAMPLE_MS = 250;
/** A suspended page may hold the worker's lock. The lock only reports the worker's end, so work starts without it. */
export const LOCK_LIMIT_MS = 2_000;
/** The longest calculation; longer ones come from inputs that nobody waits for. */
export const CALCULATION_LIMIT_SECONDS = 30;
/** A running calculation looks this often whether its page still wants it: each look is a synchronous request. */
export const STOP_CHECK_MS = 200;
/** A request that waited longer than this may have been withdrawn, so the worker looks before it starts. */
export const WITHDRAWAL_CHECK_MS = 100;
/** A worker that ends stays this long: the page that started it may still be connecting, and must learn of the end. */
export const WORKER_CLOSE_DELAY_MS = 2_000;

// The client of the worker

/** A calculation that takes longer gets a notice with a Stop button. */
export const SLOW_NOTICE_MS = 2_000;
/** A worker that runs reports within this time that it has taken a request, or that its lock can be waited for. */
export const SILENCE_MS = 4_000;
/** A worker that is not running yet first loads small scripts, and may be silent for longer. */
export const STARTING_SILENCE_MS = 12_000;
/** A message may arrive a little after the worker has released the lock that it held meanwhile. */
export const GRACE_MS = 500;
/** The interval of pings while a request is open. A worker answers them between two calculations, never during one. */
export const PING_MS = 2_000;
/** The example's answer gets a notice when Python has not started by then. */
export const SLOW_START_MS = 8_000;

// Forms and answers

/** A stepper's button that is held this long repeats its step. */
export const STEPPER_HOLD_MS = 400;
/** The interval of a held stepper's steps. */
export const STEPPER_REPEAT_MS = 70;
/** A status text is set after this pause, so that a screen reader announces the result of several taps once. */
export const STATUS_DELAY_MS = 500;
/** The same on the page of characters, whose status also names what was saved: saving takes a little longer. */
export const SHEET_STATUS_DELAY_MS = 700;
/** A sweep starts after this pause, so that quick typing finds Python idle. */
export const SWEEP_DELAY_MS = 150;
/** A sweep starts without a new answer after this time: the inputs need attention, and the sweep says so too. */
export const SWEEP_ANSWER_LIMIT_MS = 600;
/** Links and QR codes are redrawn after this pause in typing. */
export const SHARE_DELAY_MS = 400;
/** The printed sheet is redrawn after this pause, when the odds are up to date. */
export const PRINT_DELAY_MS = 700;

// Storage

/** A change is saved after this pause in typing. */
export const AUTOSAVE_DELAY_MS = 300;
/** Continuous typing is saved this often, so that a crash loses little. */
export const AUTOSAVE_LIMIT_MS = 2_000;
/** A database that does not open within this time counts as unreachable: browsers can be silent instead of failing. */
export const DATABASE_LIMIT_MS = 8_000;

// Offline use

/** A page that stays open looks for a new version at most this often. */
export const UPDATE_CHECK_MS = 3_600_000;
/** "Later" hides the offer of a new version for half a day. */
export const UPDATE_PUT_OFF_MS = 12 * UPDATE_CHECK_MS;
/** A page waits this long for the service worker to check and repair every file. */
export const REPAIR_LIMIT_MS = 20_000;
/** The browser may stop a service worker before it answers, so the page asks again after this time. */
export const SERVICE_WORKER_LIMIT_MS = 2_000;
/** Pauses before files that the network did not deliver are fetched again; the last one repeats. */
export const RETRY_PAUSES_MS = [5_000, 15_000, 60_000];

// The Console

/** Stock Python with micropip starts within this time even on a slow phone, once its files are there. */
export const CONSOLE_START_LIMIT_MS = 120_000;
/** A draft is saved, or its link renewed, after this pause in typing. */
export const CONSOLE_DRAFT_DELAY_MS = 400;
