/**
 * The kinds of thing that the audit trail tells of. Each noun adds its own by augmentation, with the type of the words
 * for them (`src/<noun>/auditTerms.ts`); a kind without words does not compile (`app/server/modules.ts`), nor does an audit row
 * whose action or field has none (`kit/server/audit.ts`).
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface AuditSubjects {}

export type AuditSubject = keyof AuditSubjects

/** What a field is called; an instant says so, and what is stored in words of the wire has a word for each. */
export type FieldWords =
  | string
  | { readonly name: string; readonly as: 'instant' }
  | { readonly name: string; readonly words: Readonly<Record<string, string>> }

/** The words of the audit trail for one kind of thing; the noun that it belongs to has them. */
export type TrailTexts = {
  /** What it is called. */
  readonly name: string
  /** What may happen to it. */
  readonly actions: Readonly<Record<string, string>>
  /** Its fields; nested ones as 'step.minutes'. */
  readonly fields?: Readonly<Record<string, FieldWords>>
}

/** What every kind of thing may have happen to it. */
export const commonActions = { created: 'Cadastro', changed: 'Alteração' } as const

/** Fields that things of several kinds have. A state goes by the name of what brought it about. */
export const commonFields = {
  name: 'Nome',
  level: 'Nível',
  state: 'Situação',
  reason: 'Motivo',
  code: 'Código',
  amount_cents: 'Valor',
  paid_cents: 'Pago',
} as const

type Actions<S extends AuditSubject> = AuditSubjects[S] extends { readonly actions: infer A } ? A : never
type Fields<S extends AuditSubject> = AuditSubjects[S] extends { readonly fields: infer F } ? F : object

/** What may happen to such a thing, as far as there are words for it. */
export type ActionOf<S extends AuditSubject> = (keyof Actions<S> & string) | keyof typeof commonActions

type Leaf<Value, Name extends string> = Value extends null | undefined
  ? never
  : Value extends string | number | boolean | Date | readonly unknown[]
    ? [Name, Value]
    : Value extends object
      ? Leaves<Value, `${Name}.`>
      : [Name, Value]

/** The fields of what is told, nested ones by their path, each with what it holds. */
type Leaves<Told, Before extends string = ''> = Told extends object
  ? { [Name in keyof Told & string]-?: Leaf<Told[Name], `${Before}${Name}`> }[keyof Told & string]
  : never

/** A text that is one of a few is a word of the wire; what people type is any text. */
type IsWord<Value> = Value extends string ? (string extends Value ? false : true) : false

type IsTold<Words, Value> = Words extends { readonly as: 'instant' }
  ? Value extends Date
    ? true
    : false
  : Words extends { readonly words: infer Known }
    ? Value extends string | number
      ? string extends Value
        ? true
        : number extends Value
          ? true
          : `${Value}` extends keyof Known
            ? true
            : false
      : false
    : Value extends Date
      ? false
      : IsWord<Value> extends true
        ? false
        : IsNumbers<Value> extends true
          ? false
          : true

/** Numbers that stand for things say nothing to people: their names are told. */
type IsNumbers<Value> = Value extends readonly number[] ? true : false

type Fits<S extends AuditSubject, Name, Value> = Name extends keyof Fields<S>
  ? IsTold<Fields<S>[Name], Value>
  : Name extends 'state'
    ? IsWord<Value> extends true
      ? Value extends ActionOf<S>
        ? true
        : false
      : true
    : Name extends keyof typeof commonFields
      ? IsTold<string, Value>
      : false

/** The fields of what is told that have no words, or not these; never when all have. */
export type Untold<S extends AuditSubject, Told> =
  Leaves<Told> extends infer Field
    ? Field extends [infer Name, infer Value]
      ? Fits<S, Name, Value> extends true
        ? never
        : Name
      : never
    : never
