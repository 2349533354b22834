/** Takes the proof's height while it loads, so that the content below does not move. */
export function ProofPlaceholder() {
  return <svg height="26.75em" width="1" aria-hidden="true" />
}
