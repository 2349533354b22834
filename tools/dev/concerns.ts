/** Whose a changed file is: the server's process starts anew for its own; Vite looks after the web by itself. */
export function concerns(path: string): 'portal' | 'simulator' | 'nothing' {
  if (/\.test\.tsx?$/.test(path) || /^src\/\w+(\/\w+)?\/web\//.test(path)) return 'nothing'
  if (path.startsWith('simulators/')) return 'simulator'
  return /^(src\/.*\.ts|db\/.*\.(ts|sql|csv))$/.test(path) ? 'portal' : 'nothing'
}
