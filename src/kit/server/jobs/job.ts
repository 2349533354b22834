import * as z from 'zod/mini'

/** Jobs of one lane run one by one. `checking`: acquirer queries that no customer waits for. */
export type Lane = 'money' | 'asking' | 'codes' | 'checking' | 'mail'

/** The job runs again from `notBefore` on; this run does not count as a try. */
export type NotYet = { readonly notBefore: Date }

export type JobKind<Deps> = {
  /** Stored in rows, also by the release before. */
  readonly name: string
  readonly lane: Lane
  /** Days that a done row is kept: 1 if it names a person or has a sealed token, 0 if every purchase has one. */
  readonly keptDays: 0 | 1 | 30
  /** Must be idempotent: a crash repeats it. Throws to be retried. */
  readonly run: (deps: Deps, payload: unknown) => Promise<NotYet | void>
  /** Starts the `read` of a `readingJob`; the returned function does the rest. */
  readonly begin?: (deps: Deps, payload: unknown) => Promise<() => Promise<NotYet | void>>
}

export type Job<Deps, Payload extends z.ZodMiniType<object>> = JobKind<Deps> & { readonly payload: Payload }

type Declaration<Deps, Payload extends z.ZodMiniType<object>> = Omit<JobKind<Deps>, 'run' | 'begin'> & {
  readonly payload: Payload
  readonly run: (deps: Deps, payload: z.output<Payload>) => Promise<NotYet | void>
}

/** `read` runs for all jobs of a batch before the first is run; it changes nothing. */
type ReadingDeclaration<Deps, Payload extends z.ZodMiniType<object>, Known> = Omit<
  Declaration<Deps, Payload>,
  'run'
> & {
  readonly read: (deps: Deps, payload: z.output<Payload>) => Promise<Known>
  readonly run: (deps: Deps, payload: z.output<Payload>, known: Known) => Promise<NotYet | void>
}

/** Declares a job. Payloads of the release before must still parse: new fields are optional. */
export function job<Deps, const Payload extends z.ZodMiniType<object>>(
  declaration: Declaration<Deps, Payload>,
): Job<Deps, Payload> {
  const { payload, run } = declaration
  return { ...declaration, run: async (deps, stored) => run(deps, z.parse(payload, stored)) }
}

/** As `job`, with reads that several jobs share in one statement (`batchedRead`). */
export function readingJob<Deps, const Payload extends z.ZodMiniType<object>, Known>(
  declaration: ReadingDeclaration<Deps, Payload, Known>,
): Job<Deps, Payload> {
  const { payload, read, run, ...kind } = declaration
  const begin = async (deps: Deps, stored: unknown) => {
    const parsed = z.parse(payload, stored)
    const known = await read(deps, parsed)
    return () => run(deps, parsed, known)
  }
  return { ...kind, payload, begin, run: async (deps, stored) => (await begin(deps, stored))() }
}

export type Work = Pick<JobKind<unknown>, 'name' | 'lane'> &
  Partial<Pick<JobKind<unknown>, 'keptDays'>> & {
    readonly run: (payload: unknown) => Promise<NotYet | void>
    readonly begin?: (payload: unknown) => Promise<() => Promise<NotYet | void>>
  }

export function worksOf<Deps>(jobs: readonly JobKind<Deps>[], deps: Deps): Work[] {
  return jobs.map(({ name, lane, keptDays, run, begin }) => ({
    name,
    lane,
    keptDays,
    run: (payload) => run(deps, payload),
    ...(begin ? { begin: (payload: unknown) => begin(deps, payload) } : {}),
  }))
}
