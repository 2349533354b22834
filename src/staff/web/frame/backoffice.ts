import type { ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import { hrefOf, type RouteName, type PageDefinition } from '#kit/web/route/routes.ts'
import type { SessionUser } from '#session/contract.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'
import { useSession } from '#session/web/session.ts'
import type { AreaIconName } from './AreaIcon.tsx'

export type WaitingCounts = Readonly<Record<'review' | 'disputes' | 'alerts' | 'contests', number>>

/** The rail's groups, in their order. */
export const areaGroups = { today: 'Hoje', money: 'Dinheiro', register: 'Cadastro' } as const

type AreaRow = {
  readonly group: keyof typeof areaGroups
  /** The place within the group. */
  readonly at: number
  readonly title: string
  readonly icon: AreaIconName
  /** The count that stands beside the title. */
  readonly waiting?: keyof WaitingCounts
  /** Parts of the screen, each with an address: the `id` is its query's `section`. */
  readonly sections?: readonly { readonly id: string; readonly title: string }[]
  /** Whether the area has a link of its own in a phone's bar. */
  readonly inBar?: true
}

type BackOfficePage = Pick<PageDefinition, 'load'> & {
  readonly for: StaffAccess
  readonly allLots?: true
  readonly rail?: AreaRow
  readonly area?: RouteName
}

export type BackOfficePages<Routes> = Readonly<Record<keyof Routes, BackOfficePage>>

type SubjectScreen = { readonly name: string; readonly to: RouteName; readonly by: string | null }
export type SubjectScreens = Readonly<Partial<Record<AuditSubject, SubjectScreen>>>

export type BackOfficeLot = { readonly id: number; readonly name: string }

type BackOffice = {
  readonly lots: (signal: AbortSignal) => Promise<readonly BackOfficeLot[]>
  readonly waiting: (signal: AbortSignal) => Promise<WaitingCounts>
  readonly pages: Readonly<Record<string, BackOfficePage>>
  readonly shows: Readonly<Record<AuditSubject, SubjectScreen>>
  readonly Banner: ComponentType
  readonly Search: ComponentType<{ onClose: () => void }>
  readonly SearchField: ComponentType
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

export function backOfficeSearch(): BackOffice['Search'] {
  return getBackOffice().Search
}

export function backOfficeSearchField(): ComponentType {
  return getBackOffice().SearchField
}

export function loadLots(signal: AbortSignal): Promise<readonly BackOfficeLot[]> {
  return getBackOffice().lots(signal)
}

export function loadWaiting(signal: AbortSignal): Promise<WaitingCounts> {
  return getBackOffice().waiting(signal)
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

export type Area = AreaRow & { readonly to: string }

export function areasFor(person: Person): readonly Area[] {
  return Object.entries(getBackOffice().pages)
    .flatMap(([to, page]) => (page.rail && canUse(person, page) ? [{ to, ...page.rail }] : []))
    .sort((a, b) => a.at - b.at)
}

export function areaOf(name: string): string {
  return lookUp(getBackOffice().pages, name)?.area ?? name
}

export type ListLink = { readonly title: string; readonly href: string }

/** The list that a record's address names, else the one of the screen's area; null for a screen of the rail. */
export function listAbove(name: string, named?: string): ListLink | null {
  const { area } = lookUp(getBackOffice().pages, name) ?? {}
  if (area === undefined) return null
  const known = [named ?? area, area].find((list) => lookUp(getBackOffice().pages, list)?.rail)
  const title = known && lookUp(getBackOffice().pages, known)?.rail?.title
  return title ? { title, href: hrefOf(known) } : null
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
