colonizers-about = Postav nejcennější kolonii na Marsu. Nikdo neví, koho posíláš: horníka, špiona, nebo zloděje, který jim vyprázdní sklady.
