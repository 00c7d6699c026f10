"""Values as HTML: answers, explanations, charts and sheets."""
