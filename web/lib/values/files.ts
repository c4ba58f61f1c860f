import type { UploadedFile } from '@hzm/contracts/features/attachments/attachment';

/** The files of rows, as far as they are read. */
export interface FileTexts {
  /** Returns a file; null: it is not kept; undefined: it is not read yet, and will be. */
  readonly fileOf: (id: string) => Pick<UploadedFile, 'file_name' | 'is_image'> | null | undefined;
  /** Stands for a file that is not kept. */
  readonly gone: string;
}

/** Returns the name of a file; its id where nobody reads names. */
export const fileName = (files: FileTexts | undefined, id: string): string => {
  const file = files ? files.fileOf(id) : undefined;
  return file === null ? files!.gone : (file?.file_name ?? (files ? '…' : id));
};
