import type { ComponentType } from 'react'
import { lookUp } from '#kit/text/lookUp.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import type { IconName } from '#kit/web/Icon.tsx'
import { hrefOf, type RouteName, type ScreenPage } from '#kit/web/route/routes.ts'
import { isAllowed, type StaffAccess } from '../../level.ts'

export type DeskPage = Pick<ScreenPage, 'load'> & {
  readonly for: StaffAccess
  /** Position in the rail, from 1; other screens are reached by links. */
  readonly rail?: { readonly at: number; readonly title: string; readonly icon: IconName }
  /** The rail entry marked for this screen, its own by default. */
  readonly area?: RouteName
}

export type DeskPages<Routes> = Readonly<Record<keyof Routes, DeskPage>>

type Shown = { readonly name: string; readonly to: RouteName; readonly by: string | null }
export type DeskShows = Readonly<Partial<Record<AuditSubject, Shown>>>

type Desk = {
  readonly pages: Readonly<Record<string, DeskPage>>
  readonly shows: Readonly<Record<AuditSubject, Shown>>
  /** Above every screen, once the person is admitted. */
  readonly Banner: ComponentType
}

let desk: Desk | null = null

export function registerDesk(set: Desk): void {
  desk = set
}

function opened(): Desk {
  if (desk === null) throw new Error('the back office has not been opened')
  return desk
}

export function deskBanner(): ComponentType {
  return opened().Banner
}

export function accessOf(name: string): StaffAccess {
  return lookUp(opened().pages, name)?.for ?? 'supervisor'
}

export type Place = { readonly to: string; readonly title: string; readonly icon: IconName }

export function placesFor(level: number): readonly Place[] {
  return Object.entries(opened().pages)
    .flatMap(([to, page]) => (page.rail && isAllowed(level, page.for) ? [{ to, ...page.rail }] : []))
    .sort((a, b) => a.at - b.at)
}

export function placeOf(name: string): string {
  return lookUp(opened().pages, name)?.area ?? name
}

export function subjectNames(): readonly { value: string; text: string }[] {
  return Object.entries(opened().shows).map(([value, { name }]) => ({ value, text: name }))
}

/** `href` is null without a screen. */
export function subjectLink(subject: string, ref: string | null): { name: string; href: string | null } {
  const shown = Object.entries(opened().shows).find(([known]) => known === subject)?.[1]
  if (!shown) return { name: subject, href: null }
  const { name, to, by } = shown
  return { name, href: ref === null ? null : hrefOf(to, by === null ? {} : { [by]: ref }) }
}
