import { createElement } from 'react'
import type { ComponentType } from 'react'
import type { Pages, RouteRow, ScreenPage } from '#kit/web/route/routes.ts'
import type { SubjectOf } from '../../web/subject.ts'

/** `reservation` collects them, because it knows both subjects. */
export const payRoutes = {
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [] },
  'payment.pix': { path: '/payment/{token}/pix', keyedBy: [] },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'] },
} as const satisfies Readonly<Record<string, RouteRow>>

type Said = { subjectOf: SubjectOf }
type Tell = (load: () => Promise<{ default: ComponentType<Said> }>) => ScreenPage['load']

export function withSubject(subject: () => Promise<Said>): Tell {
  return (load) => () =>
    Promise.all([load(), subject()]).then(([screen, said]) => ({
      default: () => createElement(screen.default, said),
    }))
}

const next = ['payment.done'] as const

export const payPages = (told: Tell): Pages<typeof payRoutes> => ({
  'payment.creditDebitCard': { load: told(() => import('./NewCardScreen.tsx')), apart: true, next },
  'payment.pix': { load: told(() => import('../../pix/web/PixScreen.tsx')), next },
  'payment.savedCard': {
    load: told(() => import('./SavedCardScreen.tsx')),
    signedIn: true,
    apart: true,
    next,
  },
})
