import type { Locator } from 'playwright-core'

/** Enters a text in an empty field, which then has the focus. */
type Way = (field: Locator, text: string) => Promise<void>

/** The ways to enter a text. */
export const ways = {
  keys: (field, text) => field.pressSequentially(text),
  'an input method': async (field, text) => {
    await field.focus()
    const page = field.page()
    const keyboard = await page.context().newCDPSession(page)
    for (let length = 1; length <= text.length; length += 1)
      await keyboard.send('Input.imeSetComposition', {
        text: text.slice(0, length),
        selectionStart: length,
        selectionEnd: length,
      })
    await keyboard.send('Input.insertText', { text })
    await keyboard.detach()
  },
  paste: async (field, text) => {
    await field.focus()
    await field.evaluate((input, given) => {
      const data = new DataTransfer()
      data.setData('text/plain', given)
      const event = { data: given, dataTransfer: data, inputType: 'insertFromPaste' }
      const isTaken = !input.dispatchEvent(
        new InputEvent('beforeinput', { ...event, bubbles: true, cancelable: true }),
      )
      if (!isTaken) document.execCommand('insertText', false, given)
    }, text)
  },
  autofill: (field, text) =>
    field.evaluate((input, given) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, given)
      for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, { bubbles: true }))
    }, text),
} as const satisfies Readonly<Record<string, Way>>
