import type { ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import type { IconName } from '#kit/web/Icon.tsx'
import { hrefOf, type RouteName, type PageDefinition } from '#kit/web/route/routes.ts'
import type { SessionUser } from '#session/contract.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { useSession } from '#session/web/session.ts'

type BackOfficePage = Pick<PageDefinition, 'load'> & {
  readonly for: StaffAccess
  readonly allLots?: true
  readonly rail?: { readonly at: number; readonly title: string; readonly icon: IconName }
  readonly area?: RouteName
}

export type BackOfficePages<Routes> = Readonly<Record<keyof Routes, BackOfficePage>>

type SubjectScreen = { readonly name: string; readonly to: RouteName; readonly by: string | null }
export type SubjectScreens = Readonly<Partial<Record<AuditSubject, SubjectScreen>>>

export type BackOfficeLot = { readonly id: number; readonly name: string }

type BackOffice = {
  readonly lots: (signal: AbortSignal) => Promise<readonly BackOfficeLot[]>
  readonly pages: Readonly<Record<string, BackOfficePage>>
  readonly shows: Readonly<Record<AuditSubject, SubjectScreen>>
  readonly Banner: ComponentType
}

let backOffice: BackOffice | null = null

export function registerBackOffice(set: BackOffice): void {
  backOffice = set
}

function getBackOffice(): BackOffice {
  if (backOffice === null) throw new Error('the back office has not been opened')
  return backOffice
}

export function backOfficeBanner(): ComponentType {
  return getBackOffice().Banner
}

export function loadLots(signal: AbortSignal): Promise<readonly BackOfficeLot[]> {
  return getBackOffice().lots(signal)
}

type Person = Pick<SessionUser, 'level' | 'lots'>
type Requirement = Pick<BackOfficePage, 'for' | 'allLots'>

export function canOpenScreen(person: Person, name: string, restrictedTo?: StaffAccess): boolean {
  const page = lookUp(getBackOffice().pages, name) ?? { for: 'supervisor' }
  return canUse(person, { ...page, for: restrictedTo ?? page.for })
}

function canUse({ level, lots = null }: Person, { for: access, allLots }: Requirement): boolean {
  return isAllowed(level, access) && (!allLots || lots === null)
}

export type Area = { readonly to: string; readonly title: string; readonly icon: IconName }

export function areasFor(person: Person): readonly Area[] {
  return Object.entries(getBackOffice().pages)
    .flatMap(([to, page]) => (page.rail && canUse(person, page) ? [{ to, ...page.rail }] : []))
    .sort((a, b) => a.at - b.at)
}

export function areaOf(name: string): string {
  return lookUp(getBackOffice().pages, name)?.area ?? name
}

export function subjectNames(): readonly { value: string; text: string }[] {
  return Object.entries(getBackOffice().shows).map(([value, { name }]) => ({ value, text: name }))
}

/** `href` is null when the subject has no screen. */
export function subjectLink(subject: string, ref: string | null): { name: string; href: string | null } {
  const shown = Object.entries(getBackOffice().shows).find(([known]) => known === subject)?.[1]
  if (!shown) return { name: subject, href: null }
  const { name, to, by } = shown
  return { name, href: ref === null ? null : hrefOf(to, by === null ? {} : { [by]: ref }) }
}

/** `allLots` requires a person of all lots. */
export function useAccess(access: StaffAccess, allLots?: true): boolean {
  const user = useSession()?.user
  return !!user && canUse(user, { for: access, ...(allLots && { allLots }) })
}
