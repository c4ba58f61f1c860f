/** Where an engine's address leads, for messages: without the password that it may hold. */
export const hostsOf = (address: string): string =>
  /^[^:]+:\/\/(?:[^@/]*@)?([^/?]*)/.exec(address)?.[1] ?? address;
