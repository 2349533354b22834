import { routes } from '#app/web/modules.ts'
import { hourMs, minuteMs } from '#kit/clock.ts'
import type { RouteDefinition } from '#kit/web/route/routes.ts'
import { limits } from '#session/limits.ts'
import { code, table } from './markdown.ts'

/** The customer's screens, without those for development. */
export function routesTable(): string {
  const rows = Object.entries<RouteDefinition>(routes)
    .filter(([name]) => !name.startsWith('dev.'))
    .map(([name, { path, keyedBy }]) => [code(path), code(name), keyedBy.map(code).join(', ')])
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b))
  return table(['path', 'name', 'query'], rows)
}

/** Every limit of `src/session/limits.ts`. */
export function limitsTable(): string {
  const rows = Object.entries(limits).map(([name, { by, counts, max, windowMs, failure }]) => [
    code(name),
    by,
    counts,
    String(max),
    windowText(windowMs),
    failure === null ? 'nothing' : code(failure),
  ])
  return table(['limit', 'counted by', 'counts', 'at most', 'within', 'answer over it'], rows)
}

function windowText(ms: number | null): string {
  if (ms === null) return 'as long as it exists'
  return ms < hourMs ? `${ms / minuteMs} min` : `${ms / hourMs} h`
}
