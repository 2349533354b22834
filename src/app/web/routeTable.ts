import type { backOfficeRoutes } from './backoffice/modules.ts'
import type { routes } from './modules.ts'

type Routes = typeof routes & typeof backOfficeRoutes

declare module '#kit/web/route/routes.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- augmenting an interface is how kit learns the names
  interface RouteTable extends Routes {}
}
