catan-about = Besiedle die Insel, handle mit den anderen und behalte deine Karten für dich. Zwei bis vier Plätze, mit allen Regeln und freiem Handel.
