"""Health and conditions: incapacitated, smoldering, and the condition tracker."""
