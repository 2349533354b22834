import { LiveRegion } from '../notice/LiveRegion.tsx'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import {
  FormProvider,
  get,
  set,
  useForm as useHookForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  type Path,
} from 'react-hook-form'
import * as z from 'zod/mini'
import { CallFailure, joinErrorTexts } from '../failure.ts'
import { prepareChallengeHandler } from '../call/challengeHandler.ts'
import { Icon } from '../Icon.tsx'
import { dismissNotice, notify } from '../notice/notify.ts'
import { readDraft, writeDraft } from '../state/draft.ts'
import css from './Form.module.css'
import { parseDay } from '../../calendar.ts'

type FormOptions<T extends FieldValues> = {
  schema: z.ZodMiniType
  defaultValues: DefaultValues<T>
  /** The values are kept under this name in this tab, but passwords and cards. */
  draft?: string
}

/** Their values survive a reload. Of others (`data-lost`) no connection's notice says so. */
const keptForms = new WeakSet()

export function useForm<T extends FieldValues>({
  schema,
  defaultValues,
  draft,
}: FormOptions<T>): UseFormReturn<T> {
  const [initial] = useState(() => ({
    ...defaultValues,
    ...(draft === undefined ? {} : readDraft(draft)),
  }))
  const form = useHookForm<T>({
    resolver: schemaResolver<T>(schema),
    defaultValues: initial,
    mode: 'onTouched',
  })
  if (draft !== undefined) keptForms.add(form.control)
  useEffect(() => {
    if (draft === undefined) return
    const watched = form.watch((values) => writeDraft(draft, values))
    return () => watched.unsubscribe()
  }, [form, draft])
  return form
}

export function useServerErrors<T extends FieldValues>(
  form: UseFormReturn<T>,
  refusal: CallFailure | null,
): void {
  useEffect(() => {
    if (!refusal) return
    const values = form.getValues()
    for (const name of Object.keys(refusal.errors)) {
      // Validation on blur would move the button under the pointer.
      if (isField(values, name)) form.setValue(name, values[name], { shouldTouch: true })
    }
    showFailure(form, refusal)
  }, [form, refusal])
}

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>
  onSubmit: (values: T) => Promise<void> | void
  onFailure?: (failure: CallFailure) => void
  /** Enter submits once the data has arrived. */
  isLoadingData?: boolean
  /** Enter moves to the next empty field and submits in the last. */
  enterMovesOn?: boolean
  children: ReactNode
}

export function Form<T extends FieldValues>(props: Props<T>) {
  const { form, onSubmit, onFailure, isLoadingData, enterMovesOn, children } = props
  const noticeId = useRef<number | null>(null)
  useEffect(() => {
    // The notice disappears once a value changes.
    const corrected = form.watch(() => {
      if (noticeId.current !== null) dismissNotice(noticeId.current)
      noticeId.current = null
    })
    return () => corrected.unsubscribe()
  }, [form])
  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values)
    } catch (failure) {
      noticeId.current = showFailure(form, failure)
      if (failure instanceof CallFailure) onFailure?.(failure)
    }
  })
  const remember = useQueuedEnter(isLoadingData === true, submit)
  return (
    <FormProvider {...form}>
      <form
        className="stack far"
        data-lost={keptForms.has(form.control) ? undefined : ''}
        noValidate
        onFocus={prepareChallengeHandler}
        onSubmit={(event) => {
          syncDomValues(form, event.currentTarget)
          void submit(event)
        }}
        onKeyDown={enterMovesOn ? focusNextField : remember}
      >
        {Object.keys(form.getValues()).length > 1 && (
          <ErrorSummary
            errors={Object.keys(form.formState.errors).length}
            tries={form.formState.submitCount}
          />
        )}
        {children}
      </form>
    </FormProvider>
  )
}

function useQueuedEnter(waiting: boolean, submit: () => Promise<void>): (event: KeyboardEvent) => void {
  const pressed = useRef(false)
  const submitNow = useEffectEvent(submit)
  useEffect(() => {
    if (waiting || !pressed.current) return
    pressed.current = false
    void submitNow()
  }, [waiting])
  return ({ key, target }) => {
    if (waiting && key === 'Enter' && target instanceof HTMLInputElement) pressed.current = true
  }
}

function ErrorSummary({ errors, tries }: { errors: number; tries: number }) {
  const shown = tries > 0 && errors > 0
  return (
    <LiveRegion as="div" role="alert" className={shown ? css.summary : css.noSummary}>
      {shown && (
        <p>
          <Icon name="alert" size={20} />
          <span>
            {errors === 1 ? 'Um campo precisa de atenção.' : `${errors} campos precisam de atenção.`}
          </span>
        </p>
      )}
    </LiveRegion>
  )
}

/** Shows errors at their fields and others as a notice, whose id is returned. */
function showFailure<T extends FieldValues>(form: UseFormReturn<T>, failure: unknown): number | null {
  if (!(failure instanceof CallFailure)) throw failure
  const values = form.getValues()
  const otherTexts: string[] = []
  let focused = false
  for (const [name, texts] of Object.entries(failure.errors)) {
    if (isField(values, name)) {
      const message = texts[0] ?? failure.message
      form.setError(name, { type: 'server', message }, { shouldFocus: !focused })
      focused = true
    } else otherTexts.push(...texts)
  }
  if (focused && otherTexts.length === 0) return null
  return notify(joinErrorTexts(failure.message, otherTexts), 'danger')
}

const nonTextTypes = ['checkbox', 'radio', 'hidden', 'submit', 'button', 'file']

function focusNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const { key, target, currentTarget } = event
  if (key !== 'Enter' || event.defaultPrevented || !(target instanceof HTMLInputElement)) return
  if (nonTextTypes.includes(target.type)) return
  const fields = [...currentTarget.querySelectorAll('input')]
  const after = fields.slice(fields.indexOf(target) + 1)
  const next = after.find(
    ({ type, value, disabled }) => value === '' && !disabled && !nonTextTypes.includes(type),
  )
  if (!next) return
  event.preventDefault()
  next.focus()
}

function schemaResolver<T extends FieldValues>(schema: z.ZodMiniType): Resolver<T> {
  return (values) => {
    const parsed = z.safeParse(schema, values)
    const errors = {}
    for (const issue of parsed.error?.issues ?? []) {
      const name = issue.path.join('.') || 'root'
      if (!get(errors, name)) set(errors, name, { type: issue.code ?? 'invalid', message: issue.message })
    }
    if (parsed.success || !hasErrors<T>(errors)) return { values, errors: {} }
    return { values: {}, errors }
  }
}

function hasErrors<T extends FieldValues>(errors: object): errors is FieldErrors<T> {
  return Object.keys(errors).length > 0
}

const textTypes = ['text', 'email', 'tel', 'password', 'search']

/** Scripts and password managers may set values without an event that React sees. */
function syncDomValues<T extends FieldValues>(form: UseFormReturn<T>, element: HTMLFormElement): void {
  for (const input of element.querySelectorAll('input')) {
    if (!textTypes.includes(input.type) || input.readOnly) continue
    const { name, value: shown } = input
    const values = form.getValues()
    if (!isField(values, name)) input.dispatchEvent(new Event('change'))
    else if (typeof values[name] === 'string' && shown !== values[name] && parseDay(shown) !== values[name])
      form.setValue(name, { ...values, [name]: shown }[name])
  }
}

function isField<T extends FieldValues>(values: T, name: string): name is Path<T> {
  return Object.prototype.hasOwnProperty.call(values, name)
}
