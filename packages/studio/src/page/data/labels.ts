/** Returns a name for people: `unit_price` and `unitPrice` are "Unit price". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  const text = words === words.toUpperCase() ? words : words.toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
