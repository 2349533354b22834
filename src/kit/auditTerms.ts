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

type Head<Name> = Name extends `${infer First}.${string}` ? First : Name

/** The fields that the subject's trail has a text for; 'step' for 'step.minutes'. */
export type FieldOf<S extends AuditSubject> = Head<keyof Fields<S>> | keyof typeof commonFields
