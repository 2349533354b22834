/** The message names the ticket. */
export function whatsappUrl(number: string, ticketCode: string | undefined): string {
  const about =
    ticketCode === undefined ? 'Preciso de ajuda na saída.' : `Preciso de ajuda com o ticket ${ticketCode}.`
  return `https://wa.me/${number}?text=${encodeURIComponent(about)}`
}

/** Without the country code. */
function nationalNumber(phone: string): string {
  return phone.length > 11 ? phone.slice(2) : phone
}

/** '4133330000' -> 'tel:+554133330000'; '08001234567' and '40041234' have no country code. */
export function phoneUrl(phone: string): string {
  return `tel:${/^0|^\d{8}$/.test(phone) ? '' : '+55'}${nationalNumber(phone)}`
}

/** '5541999990000' -> '(41) 99999-0000', '08001234567' -> '0800 123 4567', '40041234' -> '4004-1234'. */
export function formatPhone(phone: string): string {
  return nationalNumber(phone)
    .replace(/^(\d{4})(\d{4})$/, '$1-$2')
    .replace(/^(0\d{3})(\d+)(\d{4})$/, '$1 $2 $3')
    .replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3')
}
