/** Which process a changed file restarts; Vite reloads the web itself. */
export function concerns(path: string): 'portal' | 'simulator' | 'nothing' {
  if (/\.test\.tsx?$/.test(path) || /^src\/\w+(\/\w+)?\/web\//.test(path)) return 'nothing'
  if (path.startsWith('simulators/')) return 'simulator'
  return /^(src\/.*\.ts|db\/.*\.(ts|sql|csv))$/.test(path) ? 'portal' : 'nothing'
}
