/** A bare `node tools/...` may find an older Node than the project's. */
export function requireNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= 24) return
  process.stderr.write(
    `Guichê needs Node 24 (this is ${process.versions.node}). Run it through npm: npm ci && npm start\n`,
  )
  process.exit(1)
}
