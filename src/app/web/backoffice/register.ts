import { lazy } from 'react'
import { parkingStats } from '#parking/contract.ts'
import { call } from '#kit/web/call/call.ts'
import { registerRoutes } from '#kit/web/route/routes.ts'
import { readWaiting } from '#reporting/today.ts'
import { SearchDialog } from '#search/web/SearchDialog.tsx'
import { SearchField } from '#search/web/SearchField.tsx'
import { registerBackOffice } from '#staff/web/frame/backoffice.ts'
import { backOfficePages, backOfficeRoutes, shownSubjects } from './modules.ts'

export { backOfficePages }

export function registerBackOfficeScreens(): void {
  registerRoutes(backOfficeRoutes)
  registerBackOffice({
    pages: backOfficePages,
    shows: shownSubjects,
    // Loaded with the desk: nothing typed right after Ctrl K is lost.
    Search: SearchDialog,
    SearchField,
    Banner: lazy(() => import('#alert/web/backoffice/AlertBanner.tsx')),
    lots: async (signal) => (await call(parkingStats, { signal })).data,
    waiting: async (signal) => (await call(readWaiting, { query: {}, signal })).data,
  })
}
