/** Each noun adds its subjects in `auditTerms.ts`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by augmentation
export interface AuditSubjects {}

export type AuditSubject = keyof AuditSubjects

export type FieldTexts =
  | string
  | { readonly name: string; readonly as: 'instant' }
  | { readonly name: string; readonly words: Readonly<Record<string, string>> }

export type AuditTexts = {
  readonly name: string
  readonly actions: Readonly<Record<string, string>>
  /** Nested fields as 'step.minutes'. */
  readonly fields?: Readonly<Record<string, FieldTexts>>
}

export const commonActions = { created: 'Cadastro', changed: 'Alteração' } as const

/** A state has the text of the action that led to it. */
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

export type ActionOf<S extends AuditSubject> = (keyof Actions<S> & string) | keyof typeof commonActions

type Leaf<Value, Name extends string> = Value extends null | undefined
  ? never
  : Value extends string | number | boolean | Date | readonly unknown[]
    ? [Name, Value]
    : Value extends object
      ? Leaves<Value, `${Name}.`>
      : [Name, Value]

type Leaves<Values, Before extends string = ''> = Values extends object
  ? { [Name in keyof Values & string]-?: Leaf<Values[Name], `${Before}${Name}`> }[keyof Values & string]
  : never

/** A union of literals is stored as a word; `string` is free text. */
type IsEnumWord<Value> = Value extends string ? (string extends Value ? false : true) : false

type Is<Value, Kind> = Value extends Kind ? true : false

type CoversValue<Words, Value> = Words extends { readonly as: 'instant' }
  ? Is<Value, Date>
  : Words extends { readonly words: infer Known }
    ? Value extends string | number
      ? string extends Value
        ? true
        : number extends Value
          ? true
          : Is<`${Value}`, keyof Known>
      : false
    : Value extends Date | readonly number[]
      ? false
      : IsEnumWord<Value> extends true
        ? false
        : true

type HasText<S extends AuditSubject, Name, Value> = Name extends keyof Fields<S>
  ? CoversValue<Fields<S>[Name], Value>
  : Name extends 'state'
    ? IsEnumWord<Value> extends true
      ? Is<Value, ActionOf<S>>
      : true
    : Name extends keyof typeof commonFields
      ? CoversValue<string, Value>
      : false

export type FieldsWithoutText<S extends AuditSubject, Values> =
  Leaves<Values> extends infer Field
    ? Field extends [infer Name, infer Value]
      ? HasText<S, Name, Value> extends true
        ? never
        : Name
      : never
    : never
