import { lookUp } from '#kit/text/lookUp.ts'

/**
 * Who of the operator's people an endpoint lets in (docs/spec.md#r14,
 * docs/back-office.md#who-may-do-what). `staff` is everybody who works here, also before the second
 * factor; the others ask for it.
 */
export type StaffAccess = 'staff' | 'supervisor' | 'manager' | 'admin'

/** The highest level number that an access lets in; a lower number means more power. */
export const levelFor = { staff: 10, supervisor: 10, manager: 2, admin: 1 } as const satisfies Record<
  StaffAccess,
  number
>

/** What a level is called on the screen. */
export const levelNames: Readonly<Record<number, string>> = {
  1: 'Administrador',
  2: 'Gerente',
  10: 'Supervisor',
  100: 'Cliente',
}

/** Whether a person of `level` isAllowed `access`. */
export function isAllowed(level: number, access: StaffAccess): boolean {
  return level <= levelFor[access]
}

/** Whether an endpoint's access asks for staff. */
export function isStaffAccess(access: string): access is StaffAccess {
  return lookUp(levelFor, access) !== undefined
}
