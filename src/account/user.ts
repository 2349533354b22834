/** Levels of access: lower means more power (docs/spec.md#r14). */
export type Level = 1 | 2 | 10 | 100

/** The name of a level, as the session tells it to the page. */
export function roleOf(level: Level): 'admin' | 'manager' | 'supervisor' | 'external' {
  if (level <= 1) return 'admin'
  if (level <= 2) return 'manager'
  return level <= 10 ? 'supervisor' : 'external'
}

/** Whether somebody works here: supervisor or more. */
export function isStaff(level: number): boolean {
  return level <= 10
}

/** How a person is called: the first of the names. */
export function nicknameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** The screen on which a person starts after a login without `to`. */
export function startScreenOf(level: Level): string {
  return isStaff(level) ? '/#/home' : '/#/user/menu'
}
