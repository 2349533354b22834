import pg from 'pg'

type Column = { readonly name: string; readonly read: (text: string) => unknown }

/** The columns of what a connection's named statements answer: what a name stands for never changes there. */
export type Shapes = Map<string, readonly Column[]>

type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] }

/**
 * Asks a named statement; what its rows look like is told by the database at the first time only, where pg lets itself be
 * told each time, which costs both of them more than a short row does. Where it would look otherwise by now, because a
 * table has changed, the database refuses it (`isStalePlan`).
 */
export function ask(
  client: pg.Client | pg.PoolClient,
  shapes: Shapes,
  statement: Statement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new Asked(statement, shapes, { resolve, reject }))
  })
}

type Told = {
  readonly resolve: (result: pg.QueryResult) => void
  readonly reject: (error: unknown) => void
}

/** What pg's client tells a query, which its types do not name, goes to the methods that begin with 'handle'. */
class Asked extends pg.Query {
  readonly #statement: Statement
  readonly #shapes: Shapes
  readonly #told: Told
  readonly #rows: Record<string, unknown>[] = []
  #columns: readonly Column[]
  #done = { command: '', rowCount: null as number | null }
  #broken: unknown = null

  constructor(statement: Statement, shapes: Shapes, told: Told) {
    // It is told by the methods below; without a callback the client would make a promise.
    super(statement, () => {})
    this.#statement = statement
    this.#shapes = shapes
    this.#told = told
    this.#columns = shapes.get(statement.name) ?? []
  }

  override submit = (connection: pg.Connection): void => {
    const { name: statement, values } = this.#statement
    const texts = this.#shapes.has(statement) ? textsOf(values) : null
    if (texts === null) return pg.Query.prototype.submit.call(this, connection)
    connection.stream.cork()
    connection.bind({ statement, values: texts }, true)
    connection.execute(null, true)
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    // pg says of its parsers only that they are something.
    // oxlint-disable-next-line typescript/no-unsafe-assignment
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: pg.types.getTypeParser(dataTypeID) }))
    this.#shapes.set(this.#statement.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {}
      this.#columns.forEach(({ name, read }, index) => {
        const text = fields[index] ?? null
        row[name] = text === null ? null : read(text)
      })
      this.#rows.push(row)
    } catch (error) {
      this.#broken = error
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command = '', ...counts] = text.split(' ')
    const count = counts.at(-1)
    this.#done = { command, rowCount: count === undefined ? null : Number(count) }
  }

  handleReadyForQuery(): void {
    if (this.#broken !== null) this.#told.reject(this.#broken)
    else this.#told.resolve({ ...this.#done, oid: 0, fields: [], rows: this.#rows })
  }

  handleError(error: unknown): void {
    this.#told.reject(error)
  }
}

/** Values as the database reads them; null where one of them is neither a text, a number, yes or no, nor an instant. */
function textsOf(values: readonly unknown[]): (string | null)[] | null {
  const texts: (string | null)[] = []
  for (const value of values) {
    if (value === null || value === undefined) texts.push(null)
    else if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'number' || typeof value === 'boolean') texts.push(String(value))
    else if (value instanceof Date) texts.push(value.toISOString())
    else return null
  }
  return texts
}
