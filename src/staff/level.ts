import { lookUp } from '#kit/text/lookUp.ts'

/** docs/spec.md#r14; `staff` includes logins before the second factor. */
export type StaffAccess = 'staff' | 'supervisor' | 'manager' | 'admin'

/** The highest level number that is admitted; a lower number has more rights. */
export const levelFor = { staff: 10, supervisor: 10, manager: 2, admin: 1 } as const satisfies Record<
  StaffAccess,
  number
>

export const levelNames: Readonly<Record<number, string>> = {
  1: 'Administrador',
  2: 'Gerente',
  10: 'Supervisor',
  100: 'Cliente',
}

/** Whether a person of `level` has this access. */
export function isAllowed(level: number, access: StaffAccess): boolean {
  return level <= levelFor[access]
}

/** Whether only staff have this access. */
export function isStaffAccess(access: string): access is StaffAccess {
  return lookUp(levelFor, access) !== undefined
}
