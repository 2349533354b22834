/** The part of the address after `#`. */
export const backOfficePath = '/staff/'
