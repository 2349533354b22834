import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { FormProvider, useForm as useHookForm } from 'react-hook-form'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'
import { CallFailure, withErrors } from '../call/failure.ts'
import { prepareDoor } from '../call/door.ts'
import { Icon } from '../Icon.tsx'
import { dismiss, notify } from '../notice/notify.ts'
import { readDraft, writeDraft } from '../state/draft.ts'
import css from './Form.module.css'
import { leadOn } from './lead.ts'
import { schemaResolver } from './resolver.ts'

type FormSetup<T extends FieldValues> = {
  /** Judges the values; its texts are what the person reads. */
  schema: z.ZodMiniType
  defaultValues: DefaultValues<T>
  /** Keeps what is typed under this name for this tab; never passwords or cards. */
  draft?: string
}

/** `const form = useForm<Account>({ schema, defaultValues, draft: 'account' })`, then `<Form form={form} onSubmit={save}>`. */
export function useForm<T extends FieldValues>({
  schema,
  defaultValues,
  draft,
}: FormSetup<T>): UseFormReturn<T> {
  const kept = useRef<DefaultValues<T> | null>(null)
  kept.current ??= { ...defaultValues, ...(draft === undefined ? {} : readDraft(draft)) }
  const form = useHookForm<T>({
    resolver: schemaResolver<T>(schema),
    defaultValues: kept.current,
    mode: 'onTouched',
    reValidateMode: 'onChange',
    shouldFocusError: true,
  })
  useEffect(() => {
    if (draft === undefined) return
    const watched = form.watch((values) => writeDraft(draft, values))
    return () => watched.unsubscribe()
  }, [form, draft])
  return form
}

/** For a form that opens because its values were refused elsewhere: why stands at its fields, the first has the focus. */
export function useRefusal<T extends FieldValues>(form: UseFormReturn<T>, refusal: CallFailure | null): void {
  useEffect(() => {
    if (!refusal) return
    const values = form.getValues()
    for (const name of Object.keys(refusal.errors)) {
      // Judged from the next key on: a text that only went with the focus would move the button from under the pointer.
      if (isField(values, name)) form.setValue(name, values[name], { shouldTouch: true })
    }
    showFailure(form, refusal)
  }, [form, refusal])
}

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>
  /** Resolves when done. A `CallFailure` that it throws is shown: by field where the server names one, else as a notice. */
  onSubmit: (values: T) => Promise<void> | void
  /** Called after a `CallFailure` was shown, for what else has to happen then. */
  onRefused?: (failure: CallFailure) => void
  /** The button waits for something that comes by itself: Enter is remembered, and sends as soon as it is there. */
  waiting?: boolean
  /** Enter leads from field to field, and sends in the last: for a form that is filled in, not searched with. */
  leads?: boolean
  children: ReactNode
}

/** A form that keeps its values whatever happens, says how many fields need attention, and focuses the first. */
export function Form<T extends FieldValues>(props: Props<T>) {
  const { form, onSubmit, onRefused, waiting, leads, children } = props
  const said = useRef<number | null>(null)
  useEffect(() => {
    // What was refused is being corrected.
    const corrected = form.watch(() => {
      if (said.current !== null) dismiss(said.current)
      said.current = null
    })
    return () => corrected.unsubscribe()
  }, [form])
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (failure) {
      said.current = showFailure(form, failure)
      if (failure instanceof CallFailure) onRefused?.(failure)
    }
  })
  const remember = useEarlyEnter(waiting === true, submit)
  return (
    <FormProvider {...form}>
      <form
        className={css.form}
        noValidate
        onFocus={prepareDoor}
        onSubmit={(event) => void submit(event)}
        onKeyDown={leads ? leadOn : remember}
      >
        <Summary errors={Object.keys(form.formState.errors).length} tries={form.formState.submitCount} />
        {children}
      </form>
    </FormProvider>
  )
}

/** Enter in a field whose button is still disabled does nothing in a browser: it is done when the waiting ends. */
function useEarlyEnter(waiting: boolean, submit: () => Promise<void>): (event: KeyboardEvent) => void {
  const pressed = useRef(false)
  const latest = useRef(submit)
  useEffect(() => {
    latest.current = submit
  })
  useEffect(() => {
    if (waiting || !pressed.current) return
    pressed.current = false
    void latest.current()
  }, [waiting])
  return ({ key, target }) => {
    if (waiting && key === 'Enter' && target instanceof HTMLInputElement) pressed.current = true
  }
}

function Summary({ errors, tries }: { errors: number; tries: number }) {
  const shown = tries > 0 && errors > 0
  return (
    <div role="alert" className={shown ? css.summary : css.noSummary}>
      {shown && (
        <p>
          <Icon name="alert" size={20} />
          {errors === 1 ? 'Um campo precisa de atenção.' : `${errors} campos precisam de atenção.`}
        </p>
      )}
    </div>
  )
}

/** Puts the server's texts under their fields; what belongs to no field becomes a notice, whose id it answers. */
function showFailure<T extends FieldValues>(form: UseFormReturn<T>, failure: unknown): number | null {
  if (!(failure instanceof CallFailure)) throw failure
  const values = form.getValues()
  const homeless: string[] = []
  let focused = false
  for (const [name, texts] of Object.entries(failure.errors)) {
    if (isField(values, name)) {
      const message = texts[0] ?? failure.message
      form.setError(name, { type: 'server', message }, { shouldFocus: !focused })
      focused = true
    } else homeless.push(...texts)
  }
  if (focused && homeless.length === 0) return null
  return notify(withErrors(failure.message, homeless), 'danger')
}

function isField<T extends FieldValues>(values: T, name: string): name is Path<T> {
  return Object.prototype.hasOwnProperty.call(values, name)
}
