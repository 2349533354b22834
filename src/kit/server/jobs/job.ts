import * as z from 'zod/mini'

/**
 * Jobs of one lane run one after the other, and wait for no other lane: a slow acquirer delays no mail, and a question
 * that it does not answer delays no money that is given back, nor does one about a code delay one about a card, nor one that
 * nobody waits for (`checking`) one that somebody does.
 */
export type Lane = 'money' | 'asking' | 'codes' | 'checking' | 'mail'

/** The work can be done from `notBefore` on: nothing has failed, and the try does not count. */
export type NotYet = { readonly notBefore: Date }

/** A job as the queue sees it: who does it needs `Deps`. */
export type JobKind<Deps> = {
  /** Stands in the rows of the release before, too. */
  readonly name: string
  readonly lane: Lane
  /**
   * How long a row that is done is kept: a day where it names a person or carries a sealed token; not at all where every
   * purchase has one, and what it did is told elsewhere.
   */
  readonly keptDays: 0 | 1 | 30
  /** Does one job. Must be idempotent: a crash after the work repeats it. Throws while it has to be tried again. */
  readonly run: (deps: Deps, payload: unknown) => Promise<NotYet | void>
  /** Of a job that is declared with `read`: what is done once that has been answered. */
  readonly begin?: (deps: Deps, payload: unknown) => Promise<() => Promise<NotYet | void>>
}

/** A job with the schema of its payload, by which `enqueue` is typed. */
export type Job<Deps, Payload extends z.ZodMiniType<object>> = JobKind<Deps> & { readonly payload: Payload }

type Declaration<Deps, Payload extends z.ZodMiniType<object>> = Omit<JobKind<Deps>, 'run' | 'begin'> & {
  readonly payload: Payload
  readonly run: (deps: Deps, payload: z.output<Payload>) => Promise<NotYet | void>
}

/** `read` asks for all jobs that are taken together, before the first of them is done; it changes nothing. */
type ReadingDeclaration<Deps, Payload extends z.ZodMiniType<object>, Known> = Omit<
  Declaration<Deps, Payload>,
  'run'
> & {
  readonly read: (deps: Deps, payload: z.output<Payload>) => Promise<Known>
  readonly run: (deps: Deps, payload: z.output<Payload>, known: Known) => Promise<NotYet | void>
}

/**
 * Declares a job: its name, lane, payload and what it does, in one place. A payload that the release before wrote must
 * still parse: new fields are optional.
 */
export function job<Deps, const Payload extends z.ZodMiniType<object>>(
  declaration: Declaration<Deps, Payload>,
): Job<Deps, Payload> {
  const { payload, run } = declaration
  return { ...declaration, run: async (deps, stored) => run(deps, z.parse(payload, stored)) }
}

/** As `job`, of one that reads much and writes nothing: what several read at once may be one statement (`gathered.ts`). */
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

/** A job that can be done: its kind, with what it needs. */
export type Work = Pick<JobKind<unknown>, 'name' | 'lane'> &
  Partial<Pick<JobKind<unknown>, 'keptDays'>> & {
    readonly run: (payload: unknown) => Promise<NotYet | void>
    readonly begin?: (payload: unknown) => Promise<() => Promise<NotYet | void>>
  }

/** Gives the jobs of a noun what they need. */
export function worksOf<Deps>(jobs: readonly JobKind<Deps>[], deps: Deps): Work[] {
  return jobs.map(({ name, lane, keptDays, run, begin }) => ({
    name,
    lane,
    keptDays,
    run: (payload) => run(deps, payload),
    ...(begin ? { begin: (payload: unknown) => begin(deps, payload) } : {}),
  }))
}
