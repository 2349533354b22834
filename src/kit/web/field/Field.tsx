import {
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import { Icon } from '../Icon.tsx'
import css from './Field.module.css'

export type FieldBaseProps = { label: string; hint?: ReactNode; error?: string | undefined }

export type FieldProps = FieldBaseProps &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** Shows 'n de total'. */
    countDigits?: number
  }

export function FieldFrame(
  props: FieldBaseProps & {
    required?: boolean | undefined
    labelEnd?: ReactNode
    children: (aria: { id: string } & ReturnType<typeof ariaPropsOf>) => ReactNode
  },
) {
  const id = useId()
  const { label, hint, error, required, labelEnd } = props
  return (
    <div className={css.field} title={required ? 'Campo obrigatório.' : undefined}>
      <div className={css.head}>
        <label htmlFor={id}>
          <span>{label}</span>
          {required === false && <span className={css.optional}> (opcional)</span>}
        </label>
        {labelEnd}
      </div>
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.children({ id, ...ariaPropsOf(id, props) })}
      <FieldError id={id} error={error} />
    </div>
  )
}

/** The hint has the id `…-hint`, the error `…-error`. */
export function ariaPropsOf(id: string, { hint, error }: Pick<FieldBaseProps, 'hint' | 'error'>) {
  const ids = [...(hint === undefined ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])]
  return {
    'aria-invalid': error === undefined ? undefined : (true as const),
    'aria-describedby': ids.join(' ') || undefined,
  }
}

export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null
  return (
    <p className={css.error} id={`${id}-error`}>
      <Icon name="alert" size={18} />
      <span>{error}</span>
    </p>
  )
}

/** Uncontrolled unless `value` is given, so that text typed before hydration stays. */
export function Field({ label, hint, error, countDigits, required, onInput, ref, ...input }: FieldProps) {
  const [digits, setDigits] = useState(() => digitCount(input.value ?? input.defaultValue))
  const control = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => control.current)
  // Autofill or text typed before hydration.
  useEffect(() => setDigits(digitCount(control.current?.value)), [])
  const count =
    countDigits === undefined ? undefined : (
      <span className={css.count} aria-hidden="true" translate="no">
        {`${input.value === undefined ? digits : digitCount(input.value)} de ${countDigits}`}
      </span>
    )
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} labelEnd={count}>
      {(aria) => (
        <input
          {...input}
          {...aria}
          ref={control}
          aria-required={required || undefined}
          className={countDigits === undefined ? css.control : `${css.control} ${css.digits}`}
          onInput={(event) => {
            if (countDigits !== undefined) setDigits(digitCount(event.currentTarget.value))
            onInput?.(event)
          }}
        />
      )}
    </FieldFrame>
  )
}

function digitCount(value: unknown): number {
  return typeof value === 'string' ? value.replace(/\D/g, '').length : 0
}
