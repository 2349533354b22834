import type { StepRow } from '#checkout/web/Steps.tsx'
import type { Pages } from '#kit/web/route/routes.ts'

export const routes = {
  login: { path: '/login/', keyedBy: [] },
  'login.recover_email': { path: '/login/recover_email', keyedBy: [] },
  recover_token: { path: '/login/recover_token/{token}', keyedBy: [] },
  'user.edit': { path: '/user/edit', keyedBy: [] },
  'user.person.edit': { path: '/user/person/edit', keyedBy: [] },
  'account.create': { path: '/account/create', keyedBy: [] },
  'account.address': { path: '/account/address', keyedBy: [] },
  'ticket.account': { path: '/ticket/account', keyedBy: ['ticket', 'method'], step: 'accountData' },
  'ticket.personAddress': {
    path: '/ticket/personAddress',
    keyedBy: ['ticket', 'method'],
    step: 'personAddress',
  },
  'ticket.privacyPolicyTerms': {
    path: '/ticket/privacyPolicyTerms',
    keyedBy: ['ticket', 'method'],
    step: 'personAddress',
  },
} as const satisfies Readonly<Record<string, StepRow>>

export const pages: Pages<typeof routes> = {
  login: { load: () => import('./access/LoginPage.tsx'), chunk: 'access', loadsForeignContent: true },
  'login.recover_email': {
    load: () => import('./access/RecoverEmailPage.tsx'),
    chunk: 'access',
    loadsForeignContent: true,
  },
  recover_token: { load: () => import('./access/RecoverTokenPage.tsx'), chunk: 'access' },
  'user.edit': { load: () => import('./me/UserEditPage.tsx'), needsLogin: true, chunk: 'own' },
  'user.person.edit': { load: () => import('./me/PersonEditPage.tsx'), needsLogin: true, chunk: 'own' },
  'account.create': { load: () => import('./create/CreateDataPage.tsx'), prefetch: ['account.address'] },
  'account.address': { load: () => import('./create/CreateAddressPage.tsx') },
  'ticket.account': {
    load: () => import('./AccountDataPage.tsx'),
    chunk: 'payer',
    needsConsentChoice: true,
    prefetch: ['ticket.personAddress'],
  },
  'ticket.personAddress': {
    load: () => import('./AddressPage.tsx'),
    chunk: 'address',
    needsConsentChoice: true,
    prefetch: ['ticket.privacyPolicyTerms', 'ticket.paymentType'],
  },
  'ticket.privacyPolicyTerms': {
    load: () => import('./PrivacyTermsPage.tsx'),
    prefetch: ['ticket.paymentType'],
  },
}
