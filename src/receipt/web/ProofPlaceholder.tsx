/** As high as the proof, so that nothing moves when it loads. */
export function ProofPlaceholder() {
  return <svg height="26.75em" width="1" aria-hidden="true" />
}
