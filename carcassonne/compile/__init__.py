"""From definitions to a ruleset: tiles turned, formulas made functions, rules merged and put in order."""
