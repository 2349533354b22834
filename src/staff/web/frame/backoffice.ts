import { lookUp } from '#kit/text/lookUp.ts'
import type { AuditSubject } from '#kit/auditTerms.ts'
import type { IconName } from '#kit/web/Icon.tsx'
import { hrefOf } from '#kit/web/route/routes.ts'
import type { RouteName, ScreenPage } from '#kit/web/route/routes.ts'
import { isAllowed } from '../../level.ts'
import type { StaffAccess } from '../../level.ts'

/** How a screen of the back office is drawn, who may see it, and where it stands. */
export type DeskPage = Pick<ScreenPage, 'load'> & {
  readonly for: StaffAccess
  /** Its place in the rail, from 1; a screen without one is reached from another. */
  readonly rail?: { readonly at: number; readonly title: string; readonly icon: IconName }
  /** The place in the rail that is marked while this screen is shown; its own by default. */
  readonly area?: RouteName
}

/** A page for every route of a table: one without does not compile. */
export type DeskPages<Routes> = Readonly<Record<keyof Routes, DeskPage>>

/** What a kind of thing is called, and the screen that shows one: `by` names the place of its path. */
type Shown = { readonly name: string; readonly to: RouteName; readonly by: string | null }
export type DeskShows = Readonly<Partial<Record<AuditSubject, Shown>>>

type Desk = {
  readonly pages: Readonly<Record<string, DeskPage>>
  readonly shows: Readonly<Record<AuditSubject, Shown>>
}

let desk: Desk | null = null

/** Called once, when the back office is opened, with what every noun has there. */
export function registerDesk(set: Desk): void {
  desk = set
}

function opened(): Desk {
  if (desk === null) throw new Error('the back office has not been opened')
  return desk
}

/** Who may see a screen of the back office. */
export function accessOf(name: string): StaffAccess {
  return lookUp(opened().pages, name)?.for ?? 'supervisor'
}

/** A place of the rail. */
export type Place = { readonly to: string; readonly title: string; readonly icon: IconName }

/** The places of the rail that somebody of this level may enter, in their order. The first three stand in a phone's bar. */
export function placesFor(level: number): readonly Place[] {
  return Object.entries(opened().pages)
    .flatMap(([to, page]) => (page.rail && isAllowed(level, page.for) ? [{ to, ...page.rail }] : []))
    .sort((a, b) => a.at - b.at)
}

/** The place of the rail that a screen belongs to. */
export function placeOf(name: string): string {
  return lookUp(opened().pages, name)?.area ?? name
}

/** The kinds of thing that the trail tells of, by their names. */
export function subjectNames(): readonly { value: string; text: string }[] {
  return Object.entries(opened().shows).map(([value, { name }]) => ({ value, text: name }))
}

/** What a thing of the trail is called, and the address of its own screen; null where it has none. */
export function shownAs(subject: string, ref: string | null): { name: string; href: string | null } {
  const shown = Object.entries(opened().shows).find(([known]) => known === subject)?.[1]
  if (!shown) return { name: subject, href: null }
  const { name, to, by } = shown
  return { name, href: ref === null ? null : hrefOf(to, by === null ? {} : { [by]: ref }) }
}
