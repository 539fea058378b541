"""What windows are made of: themes, text, shapes, regions, widgets. Knows neither games nor network."""
