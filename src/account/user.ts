/** A lower number has more rights (docs/spec.md#r14). */
export type Level = 1 | 2 | 10 | 100

/** The name of a level on the wire. */
export function roleOf(level: Level): 'admin' | 'manager' | 'supervisor' | 'external' {
  if (level <= 1) return 'admin'
  if (level <= 2) return 'manager'
  return level <= 10 ? 'supervisor' : 'external'
}

/** Supervisors and above are staff. */
export function isStaff(level: number): boolean {
  return level <= 10
}

/** docs/spec.md#r32 */
export const staffPasswordMin = 12
export const staffPasswordText = 'A senha da equipe deve ter 12 caracteres ou mais.'

/** Staff need a password of `staffPasswordMin` characters. */
export function isTooShortForStaff(level: number, password: string): boolean {
  return isStaff(level) && password.length < staffPasswordMin
}

/** The first name. */
export function nicknameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name
}

/** The first screen after a login without `to`. */
export function startScreenOf(level: Level): string {
  return isStaff(level) ? '/#/home' : '/#/user/menu'
}

/** 'Maria de Souza' -> 'Maria S.'. */
export function maskedName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  const last = rest[rest.length - 1]
  return last === undefined ? first : `${first} ${[...last][0]?.toUpperCase()}.`
}
