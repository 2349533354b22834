import { createElement, type ComponentType } from 'react'
import type { StepRow } from '#checkout/web/Steps.tsx'
import type { Pages, ScreenPage } from '#kit/web/route/routes.ts'
import type { SubjectOf } from '../../web/subject.ts'

/** `reservation` collects them, because it knows both subjects. */
export const payRoutes = {
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [], step: 'payment' },
  'payment.pix': { path: '/payment/{token}/pix', keyedBy: [], step: 'payment' },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'], step: 'payment' },
} as const satisfies Readonly<Record<string, StepRow>>

type Said = { subjectOf: SubjectOf }
type Tell = (load: () => Promise<{ default: ComponentType<Said> }>) => ScreenPage['load']

export function withSubject(subject: () => Promise<Said>): Tell {
  return (load) => () =>
    Promise.all([load(), subject()]).then(([screen, shown]) => ({
      default: () => createElement(screen.default, shown),
    }))
}

const next = ['payment.done'] as const

export const payPages = (load: Tell): Pages<typeof payRoutes> => ({
  'payment.creditDebitCard': {
    load: load(() => import('./NewCardScreen.tsx')),
    chunk: 'paying',
    apart: true,
    next,
  },
  'payment.pix': { load: load(() => import('../../pix/web/PixScreen.tsx')), chunk: 'paying', next },
  'payment.savedCard': {
    load: load(() => import('./SavedCardScreen.tsx')),
    chunk: 'paying',
    signedIn: true,
    apart: true,
    next,
  },
})
