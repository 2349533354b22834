import * as z from 'zod/mini'
import { type Config, configOf, environment } from './environment/environment.ts'
import { productionProblems } from './production.ts'

/** Throws an Error that lists every invalid variable and, in production, every demo default. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = z.safeParse(environment, env)
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`environment: ${wrong.join('; ')}`)
  }
  const config = configOf(parsed.data)
  const refused = config.production ? productionProblems(config) : []
  if (refused.length > 0) throw new Error(`production refuses to start: ${refused.join('; ')}`)
  return config
}
