import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { lookUp } from '../../../text/lookUp.ts'

class Param {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Params<A> = <K extends keyof A & string>(name: K) => RawBuilder<A[K]>

/** Compiles a statement once. For reads that every call makes: Kysely's compiling takes longer than PostgreSQL's answer. */
export function preparedStatement<A extends Readonly<Record<string, unknown>>, R>(
  build: (param: Params<A>) => Compilable<R> | RawBuilder<R>,
): <S>(db: Kysely<S>, values: A) => Promise<readonly R[]> {
  let compiled: CompiledQuery<R> | null = null
  return async (db, values) => {
    const text = (compiled ??= build((name) => sql`${new Param(name)}`).compile(db))
    const parameters = text.parameters.map((part) =>
      part instanceof Param ? lookUp(values, part.name) : part,
    )
    return (await db.executeQuery<R>({ ...text, parameters })).rows
  }
}
