package infoset;

/** The 16 signs, which look the same in every game and every client. */
public enum Badge {
    CROSS,
    RING,
    SKULL,
    DIAMOND,
    SHIELD,
    EYE,
    UP,
    RIGHT,
    DOWN,
    LEFT,
    FLAG,
    STAR,
    QUESTION,
    BOLT,
    LOCK,
    COIN
}
