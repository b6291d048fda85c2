"""The reference of the API as Markdown tables, made from the code: addresses, refusals, shapes of what is sent."""
