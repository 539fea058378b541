// What happened, turn by turn. Knows no game and draws nothing.

/**
 * Entries, oldest first, in blocks: each begins with an entry whose words say `opens`, its `head`. What comes before the
 * first of them is a block without a head.
 */
export function blocksOf(entries) {
  const blocks = [];
  for (const entry of entries) {
    if (entry.said.opens) blocks.push({ key: entry.key, head: entry, items: [] });
    else if (blocks.length) blocks.at(-1).items.push(entry);
    else blocks.push({ key: "before", head: null, items: [entry] });
  }
  return blocks;
}
