/**
 * After fields were filled in late, by a call or by what became known: where somebody has come to one of them meanwhile,
 * what they type takes its place and is not put behind it.
 */
export function giveWay(filled: readonly string[]): void {
  const at = document.activeElement
  if (at instanceof HTMLInputElement && filled.includes(at.name)) at.select()
}
