import * as z from 'zod/mini'

/** Jobs of a lane run one by one. `checking`: acquirer queries that no customer waits for. `push`: reminders. */
export type Lane = 'money' | 'asking' | 'codes' | 'checking' | 'mail' | 'push'

/** A job that returns this runs again from `notBefore` on, without counting a try. */
export type Reschedule = { readonly notBefore: Date }

export type JobKind<Deps> = {
  readonly name: string
  readonly lane: Lane
  /** Days that a done row is kept: 1 if it names a person or has a sealed token, 0 if every purchase has one. */
  readonly keptDays: 0 | 1 | 30
  /** Must be idempotent: a crash repeats it. Throws to be retried. */
  readonly run: (deps: Deps, payload: unknown) => Promise<Reschedule | void>
}

/** Payloads of the release before must still parse: new fields are optional. */
export function job<Deps, const Payload extends z.ZodMiniType<object>>(
  declaration: Omit<JobKind<Deps>, 'run'> & {
    readonly payload: Payload
    readonly run: (deps: Deps, payload: z.output<Payload>) => Promise<Reschedule | void>
  },
): JobKind<Deps> & { readonly payload: Payload } {
  const { payload, run } = declaration
  return { ...declaration, run: async (deps, stored) => run(deps, z.parse(payload, stored)) }
}

/** A job's name and payload, for code that enqueues it without its `run`. `job({ ...kind, run })` adds that. */
export function jobKind<Fields extends z.core.$ZodLooseShape>(
  name: string,
  row: Pick<JobKind<unknown>, 'lane' | 'keptDays'>,
  fields: Fields,
) {
  return { name, ...row, payload: z.object(fields) }
}

export type JobHandler = Omit<JobKind<unknown>, 'run'> & {
  readonly run: (payload: unknown) => Promise<Reschedule | void>
}

/** The jobs of a noun, for its module; they run with the dependencies of that name. */
export function bindJobs<Name extends string, Deps>(name: Name, jobs: readonly JobKind<Deps>[]) {
  const works = (deps: Readonly<Record<Name, Deps>>): JobHandler[] =>
    jobs.map((job) => ({ ...job, run: (payload) => job.run(deps[name], payload) }))
  return { jobs, works }
}
