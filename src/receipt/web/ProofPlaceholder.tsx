/** Keeps the room of the proof while it loads, so that what follows stands still. */
export function ProofPlaceholder() {
  return <svg height="26.75em" width="1" aria-hidden="true" />
}
