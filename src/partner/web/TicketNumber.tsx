import type { RefObject } from 'react'
import { toPageFailure } from '#kit/web/failure.ts'
import { Field, type FieldProps } from '#kit/web/field/Field.tsx'
import { notifyFailure } from '#kit/web/notice/notify.ts'
import { ScanButton } from '#ticket/web/scan/ScanButton.tsx'

type Props = Pick<FieldProps, 'hint' | 'error' | 'defaultValue' | 'enterKeyHint'> & {
  field: RefObject<HTMLInputElement | null>
  onTyped: () => void
  /** Other readings of the scanned code that stands in the field now. */
  onScanned: (others: readonly string[]) => void
}

/** The 13 digits of a ticket, typed or read by the camera. */
export function TicketNumber({ field, onTyped, onScanned, ...look }: Props) {
  const fill = ([code = '', ...others]: readonly string[]) => {
    if (!field.current) return
    field.current.value = code
    field.current.dispatchEvent(new Event('input', { bubbles: true }))
    onScanned(others)
  }
  return (
    <>
      <Field
        {...look}
        ref={field}
        name="ticket"
        label="Número do ticket"
        placeholder="0001234567890"
        inputMode="numeric"
        autoComplete="off"
        countDigits={13}
        onInput={onTyped}
        required
      />
      <ScanButton
        text="Ler código de barras"
        onCodes={fill}
        onFailed={(cause) => void toPageFailure(cause).then((failure) => notifyFailure(failure))}
      />
    </>
  )
}
