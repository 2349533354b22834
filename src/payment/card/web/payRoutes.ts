import { createElement, type ComponentType } from 'react'
import type { StepRow } from '#checkout/web/Steps.tsx'
import type { Pages, PageDefinition } from '#kit/web/route/routes.ts'
import type { SubjectOf } from '../../web/subjectDisplay.ts'

export const payRoutes = {
  'payment.creditDebitCard': { path: '/payment/{token}/creditDebitCard', keyedBy: [], step: 'payment' },
  'payment.pix': { path: '/payment/{token}/pix', keyedBy: [], step: 'payment' },
  'payment.savedCard': { path: '/payment/{token}/savedCard', keyedBy: ['pm'], step: 'payment' },
} as const satisfies Readonly<Record<string, StepRow>>

type SubjectProps = { subjectOf: SubjectOf }
type Wrap = (load: () => Promise<{ default: ComponentType<SubjectProps> }>) => PageDefinition['load']

export function withSubject(subject: () => Promise<SubjectProps>): Wrap {
  return (load) => () =>
    Promise.all([load(), subject()]).then(([screen, props]) => ({
      default: () => createElement(screen.default, props),
    }))
}

const next = ['payment.done'] as const

export const payPages = (wrap: Wrap): Pages<typeof payRoutes> => ({
  'payment.creditDebitCard': {
    load: wrap(() => import('./NewCardScreen.tsx')),
    chunk: 'paying',
    isIsolated: true,
    prefetch: next,
  },
  'payment.pix': { load: wrap(() => import('../../pix/web/PixScreen.tsx')), chunk: 'paying', prefetch: next },
  'payment.savedCard': {
    load: wrap(() => import('./SavedCardScreen.tsx')),
    chunk: 'paying',
    isIsolated: true,
    prefetch: next,
  },
})
