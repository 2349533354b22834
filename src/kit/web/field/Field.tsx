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

type FieldParts = {
  /** At the right end of the label's line, after the count. */
  labelEnd?: ReactNode
  /** After the field; it takes no room of its own. */
  icon?: ReactNode
}

export type FieldProps = FieldBaseProps &
  FieldParts &
  Omit<ComponentProps<'input'>, 'className' | 'id'> & {
    /** Shows 'n de total'. */
    countDigits?: number
  }

export function FieldFrame(
  props: FieldBaseProps &
    FieldParts & {
      required?: boolean | undefined
      counter?: ReactNode
      children: (aria: { id: string } & ReturnType<typeof ariaPropsOf>) => ReactNode
    },
) {
  const id = useId()
  const { label, hint, error, required, labelEnd, counter, icon } = props
  return (
    <div className={css.field} title={required ? 'Campo obrigatório.' : undefined}>
      <div className={css.head}>
        <label htmlFor={id}>
          <span>{label}</span>
          {required === false && <span className={css.optional}> (opcional)</span>}
        </label>
        {counter}
        {labelEnd}
      </div>
      {hint !== undefined && (
        <p className="small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.children({ id, ...ariaPropsOf(id, props) })}
      {icon}
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
export function Field(props: FieldProps) {
  const { label, hint, error, labelEnd, icon, countDigits, required, onInput, ref, ...input } = props
  const [digits, setDigits] = useState(() => digitCount(input.value ?? input.defaultValue))
  const control = useRef<HTMLInputElement>(null)
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => control.current, [])
  // Autofill or text typed before hydration.
  useEffect(() => setDigits(digitCount(control.current?.value)), [])
  const counter =
    countDigits === undefined ? undefined : (
      <span className={css.count} aria-hidden="true" translate="no">
        {`${input.value === undefined ? digits : digitCount(input.value)} de ${countDigits}`}
      </span>
    )
  return (
    <FieldFrame {...{ label, hint, error, required, labelEnd, icon, counter }}>
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
